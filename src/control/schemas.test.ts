import type { Static, TSchema } from '@sinclair/typebox'
import { expectTypeOf, it } from 'vitest'
import type { Effect as EffectType } from '../faults/effect.ts'
import type { FaultInfo, ProfileInfo } from '../faults/rule.ts'
import type { Effect } from '../faults/schemas.ts'
import type * as model from '../sandboxes/model.ts'
import type * as schemas from './schemas.ts'

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** The values that a schema accepts, as the types of the model write them. */
type Of<S extends TSchema> = Frozen<Static<S>>

it('the types of the control API are those of its schemas', () => {
  expectTypeOf<Of<typeof schemas.WorldInfo>>().toEqualTypeOf<model.WorldInfo>()
  expectTypeOf<Of<typeof schemas.Health>>().toEqualTypeOf<model.Health>()
  expectTypeOf<Of<typeof schemas.RowChange>>().toEqualTypeOf<Frozen<model.RowChange>>()
  expectTypeOf<Of<typeof schemas.LoggedRequest>>().toEqualTypeOf<Frozen<model.LoggedRequest>>()
  expectTypeOf<Of<typeof schemas.RequestList>>().toEqualTypeOf<Frozen<model.RequestList>>()
  expectTypeOf<Of<typeof schemas.RequestCriteria>>().toEqualTypeOf<model.RequestCriteria>()
  expectTypeOf<Of<typeof schemas.SnapshotInfo>>().toEqualTypeOf<model.SnapshotInfo>()
  expectTypeOf<Of<typeof schemas.SnapshotList>>().toEqualTypeOf<model.SnapshotList>()
  expectTypeOf<Of<typeof schemas.GapInfo>>().toEqualTypeOf<model.GapInfo>()
  expectTypeOf<Of<typeof schemas.GapList>>().toEqualTypeOf<model.GapList>()
  expectTypeOf<Of<typeof schemas.TokenInfo>>().toEqualTypeOf<model.TokenInfo>()
  expectTypeOf<Of<typeof schemas.TokenList>>().toEqualTypeOf<model.TokenList>()
  expectTypeOf<Of<typeof schemas.TokenChange>>().toEqualTypeOf<model.TokenChange | null>()
  expectTypeOf<Of<typeof schemas.SandboxList>>().toEqualTypeOf<model.SandboxList>()
  expectTypeOf<Of<typeof Effect>>().toEqualTypeOf<Frozen<EffectType>>()
  expectTypeOf<Of<typeof schemas.FaultRule>>().toEqualTypeOf<Frozen<model.FaultRule>>()
  expectTypeOf<Of<typeof schemas.FaultInfo>>().toEqualTypeOf<Frozen<FaultInfo>>()
  expectTypeOf<Of<typeof schemas.FaultProfile>>().toEqualTypeOf<Frozen<ProfileInfo>>()
  expectTypeOf<Of<typeof schemas.FaultList>>().toEqualTypeOf<Frozen<model.FaultList>>()
})
