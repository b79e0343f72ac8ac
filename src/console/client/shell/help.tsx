import { Button } from '../parts/buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { closeHelp, shortcuts } from './keys.ts'

/** The keyboard shortcuts. */
export const Help = () => (
  <dialog class="help" aria-labelledby="help-title">
    <header class="bar">
      <h2 id="help-title">Keys</h2>
      <Button look="bare" title="Close" press={closeHelp}>
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
