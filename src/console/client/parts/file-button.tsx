import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly onFile: (file: File) => void
}

/** A button that asks for a file: the browser's own cannot be styled, and keeps the name of a file that is gone. */
export function FileButton({ label, onFile }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = ''
  })
  return (
    <label class="small button">
      {label}
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) onFile(file)
          // The same one may be meant once more.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
