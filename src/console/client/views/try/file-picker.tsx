import type { Signal } from '@preact/signals'
import { FileButton } from '../../parts/file-button.tsx'
import { exampleEgg } from '../../state/files.ts'
import { doing } from '../../state/notices.ts'

/** Chooses a file, or the example of the server. */
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
          : 'Choose a file or use the example egg; the request is refused without a file.'}
      </p>
    </div>
  )
}
