import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { isHelpOpen, shortcuts, toggleHelp } from './keys.ts'

/** The keyboard shortcuts. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = isHelpOpen.value
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  const close = () => toggleHelp(false)
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <header class="bar">
        <h2 id="help-title">Keys</h2>
        <Button look="bare" title="Close" press={close}>
          <Icon name="cross" />
        </Button>
      </header>
      <dl class="pairs">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt class="bar">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
