import { useEffect, useRef } from 'preact/hooks'
import { sandboxName } from '../../../../util/names.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { control } from '../../state/control.ts'
import { here } from '../../state/here.ts'
import { loadSandboxes, sandboxes } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'
import { consoleOf, sandbox } from '../../state/place.ts'

/** The sandboxes of the server. */
export function Sandboxes() {
  const field = useRef<HTMLInputElement>(null)
  const isWanted = here.value.parts[0] === 'new'
  useEffect(() => {
    if (isWanted) field.current?.focus()
  }, [isWanted])
  useEffect(() => void loadSandboxes().catch(() => {}), [])
  const list = sandboxes.value ?? []
  return (
    <section class="card" aria-labelledby="sandboxes-title">
      <h2 id="sandboxes-title">Sandboxes</h2>
      <form
        class="inline-form bare-form"
        aria-label="Open a sandbox"
        onSubmit={(event) => {
          event.preventDefault()
          location.href = consoleOf(field.current?.value)
        }}
      >
        <label>
          Name
          <input
            ref={field}
            required
            // The `pattern` attribute needs an escaped hyphen.
            pattern={sandboxName.pattern.replace('9-', '9\\-')}
            title={sandboxName.says}
            placeholder="checkout-test"
            spellcheck={false}
            autocapitalize="off"
          />
        </label>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      <p class="hint">
        A sandbox is a separate world, created on first use: put <code>/~name</code> before <code>/api</code>.
      </p>
      <ul class="snapshots">
        <li>
          <a href={consoleOf(undefined)} aria-current={sandbox === undefined ? 'true' : undefined}>
            main world
          </a>
          {sandbox === undefined && <span class="tag good">current</span>}
        </li>
        {list.map(({ name, requests }) => (
          <li key={name}>
            <span>
              <a href={consoleOf(name)} aria-current={sandbox === name ? 'true' : undefined}>
                ~{name}
              </a>{' '}
              {sandbox === name && <span class="tag good">current</span>}
              <span class="quiet">
                {requests} {requests === 1 ? 'request' : 'requests'}
              </span>
            </span>
            {sandbox !== name && (
              <ConfirmButton
                label="Delete"
                question="Delete?"
                title={`Delete ${name}`}
                onConfirm={() => void doing(remove(name), `${name} deleted.`)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

async function remove(name: string): Promise<void> {
  await control('DELETE', `sandboxes/${name}`)
  await loadSandboxes()
}
