interface Props {
  readonly label: string
  /** The classes of the button. */
  readonly look?: string
  readonly onFile: (file: File) => void
}

/** A button that opens a file dialog; a native file field cannot be styled. */
export const FileButton = ({ label, look = 'small', onFile }: Props) => (
  <label class={`${look} button`}>
    {label}
    <input
      type="file"
      accept=".json,application/json"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        if (file) onFile(file)
        // Without this, choosing the same file again fires no event.
        event.currentTarget.value = ''
      }}
    />
  </label>
)
