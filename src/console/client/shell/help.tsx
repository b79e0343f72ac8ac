import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { viewIds, viewNames } from '../pure/route.ts'

export const isHelpOpen = signal(false)

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  ...viewIds.map((id, index) => [[String(index + 1)], viewNames[id]] as const),
  [['/'], 'search in the view'],
  [['j', 'k'], 'next or previous entry of a list'],
  [['Ctrl', 'Enter'], 'send the form, from anywhere in the view'],
  [['p'], 'pause the request log'],
  [['t'], 'light, dark or system colours'],
  [['Esc'], 'close, or leave a field'],
  [['?'], 'this help'],
]

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = isHelpOpen.value
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = () => {
    isHelpOpen.value = false
  }
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <header class="bar">
        <h2 id="help-title">Keys</h2>
        <Button look="bare" title="Close" press={close}>
          <Icon name="cross" />
        </Button>
      </header>
      <dl>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
