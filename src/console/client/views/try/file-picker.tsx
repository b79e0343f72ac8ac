import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { exampleEgg } from '../../state/example-egg.ts'
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
  const take = async () => {
    file.value = await exampleEgg()
  }
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
      <button type="button" class="small" onClick={() => void doing(take(), '')}>
        Use the example egg
      </button>
      <p class="hint">
        {file.value
          ? `${file.value.name}, ${file.value.size.toLocaleString('en')} bytes`
          : 'Choose a file or take the example egg: without one the request is refused.'}
      </p>
    </div>
  )
}
