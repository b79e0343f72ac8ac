import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  /** The classes of the button. */
  readonly look?: string
  readonly onFile: (file: File) => void
}

/** A button that opens a file dialog. A native file field cannot be styled, and still shows a removed file. */
export function FileButton({ label, look = 'small', onFile }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = ''
  })
  return (
    <label class={`${look} button`}>
      {label}
      <input
        ref={field}
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
}
