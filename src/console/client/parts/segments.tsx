interface Props<K extends string> {
  readonly label: string
  /** The text of each choice. */
  readonly choices: Readonly<Record<K, string>>
  readonly chosen: K
  readonly onChoose: (choice: K) => void
  readonly isDisabled?: (choice: K) => boolean
}

/** A few choices in a line, of which one is chosen. */
export const Segments = <K extends string>({ label, choices, chosen, onChoose, isDisabled }: Props<K>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend to hide
  <div class="segments" role="group" aria-label={label}>
    {(Object.keys(choices) as K[]).map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === chosen}
        disabled={isDisabled?.(each) ?? false}
        onClick={() => onChoose(each)}
      >
        {choices[each]}
      </button>
    ))}
  </div>
)

/** The two ways to edit a body. */
export const bodyModes = { fields: 'Fields', json: 'JSON' } as const
