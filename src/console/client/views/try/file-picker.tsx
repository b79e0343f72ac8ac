import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { askControl } from '../../state/control.ts'
import { doing } from '../../state/notices.ts'

/** A file of one's own, or the example that the mock has. */
export function FilePicker({
  part,
  file,
}: {
  readonly part: string
  readonly file: Signal<File | undefined>
}) {
  const id = useId()
  return (
    <div class="file">
      <label for={id} class="mono">
        {part}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          file.value = event.currentTarget.files?.[0]
        }}
      />
      <button type="button" class="small" onClick={() => void doing(takeExample(file), '')}>
        Use the example egg
      </button>
      <p class="hint">
        {file.value
          ? `${file.value.name}, ${file.value.size.toLocaleString('en')} bytes`
          : 'No file yet: the request goes out without one.'}
      </p>
    </div>
  )
}

async function takeExample(file: Signal<File | undefined>): Promise<void> {
  const response = await askControl('GET', 'example-egg.json')
  const text = JSON.stringify(await response.json(), null, 2)
  file.value = new File([text], 'example-egg.json', { type: 'application/json' })
}
