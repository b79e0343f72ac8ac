import { useEffect, useMemo, useRef } from 'preact/hooks'
import { sandboxName } from '../../../../util/names.ts'
import { Action } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { plural } from '../../parts/text.tsx'
import { fieldOf } from '../../pure/form-body.ts'
import { control } from '../../state/control.ts'
import { emptyDraft } from '../../state/draft.ts'
import { here } from '../../state/here.ts'
import { sandboxes } from '../../state/lists.ts'
import { consoleOf, sandbox } from '../../state/place.ts'

const field = fieldOf('name', { type: 'string' }, true)
const isName = new RegExp(`^${sandboxName.pattern}$`)

/** The sandboxes of the server. */
export function Sandboxes() {
  const box = useRef<HTMLElement>(null)
  const isWanted = here.value.parts[0] === 'new'
  const draft = useMemo(() => emptyDraft([field], {}), [])
  useEffect(() => {
    if (isWanted) box.current?.querySelector('input')?.focus()
  }, [isWanted])
  useEffect(() => void sandboxes.load().catch(() => {}), [])
  return (
    <section ref={box} class="card" aria-labelledby="sandboxes-title">
      <h2 id="sandboxes-title">Sandboxes</h2>
      <Form
        label="Open a sandbox"
        draft={draft}
        submit="Open"
        send={async (body) => {
          const { name } = body as { readonly name: string }
          if (!isName.test(name)) throw new Error(`The name must be ${sandboxName.says}.`)
          location.href = consoleOf(name)
        }}
        done={() => ''}
      />
      <p class="hint">
        A sandbox is a separate world, created on first use: put <code>/~name</code> before <code>/api</code>.
      </p>
      <ul>
        <Sandbox name={undefined} />
        {sandboxes.value?.map(({ name, requests }) => (
          <Sandbox key={name} name={name} requests={requests} />
        ))}
      </ul>
    </section>
  )
}

interface Props {
  /** undefined for the main world. */
  readonly name: string | undefined
  readonly requests?: number
}

const Sandbox = ({ name, requests }: Props) => (
  <li class="bar item">
    <span class="grow">
      <a href={consoleOf(name)} aria-current={sandbox === name ? 'true' : undefined}>
        {name === undefined ? 'main world' : `~${name}`}
      </a>{' '}
      {sandbox === name && <span class="tag good">current</span>}
      {requests !== undefined && <span class="note">{plural(requests, 'request')}</span>}
    </span>
    {name !== undefined && sandbox !== name && (
      <Action
        label="Delete"
        question="Delete?"
        title={`Delete ${name}`}
        work={async () => {
          await control('DELETE', `sandboxes/${name}`)
          await sandboxes.load()
        }}
        done={`${name} deleted.`}
      />
    )}
  </li>
)
