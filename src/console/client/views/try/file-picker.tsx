import type { Signal } from '@preact/signals'
import { FileButton } from '../../parts/file-button.tsx'
import { exampleEgg } from '../../state/files.ts'
import { doing } from '../../state/notices.ts'

/** A file of one's own, or the example that the mock has. */
export function FilePicker({
  part,
  file,
}: {
  readonly part: string
  readonly file: Signal<File | undefined>
}) {
  const take = async () => {
    file.value = await exampleEgg()
  }
  return (
    <div class="file">
      <span class="mono">{part}</span>
      <FileButton
        label="Choose a file …"
        onFile={(chosen) => {
          file.value = chosen
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
