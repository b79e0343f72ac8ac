/** An id that no resource of a server is likely to have. */
export const unknownId = 2_147_483_000

/** A UUID that no resource of a server is likely to have. */
export const unknownUuid = '00000000-0000-4000-8000-000000000000'
