import type { Signal } from '@preact/signals'
import { Button } from '../../parts/buttons.tsx'
import { FileButton } from '../../parts/file-button.tsx'
import { exampleEgg } from '../../state/files.ts'

type Props = Readonly<{ part: string; file: Signal<File | undefined> }>

/** Chooses a file, or the example of the server. */
export function FilePicker({ part, file }: Props) {
  const take = async (chosen: File | Promise<File>) => {
    file.value = await chosen
  }
  return (
    <div class="file">
      <span class="mono">{part}</span>
      <FileButton label="Choose a file …" onFile={(chosen) => void take(chosen)} />
      <Button press={() => take(exampleEgg())}>Use the example egg</Button>
      <p class="hint">
        {file.value
          ? `${file.value.name}, ${file.value.size.toLocaleString('en')} bytes`
          : 'Choose a file or use the example egg; the request is refused without a file.'}
      </p>
    </div>
  )
}
