import { useEffect, useRef } from 'preact/hooks'
import { parsed, valueAt } from '../../../contract/objects.ts'
import { sandboxName } from '../../../util/names.ts'
import { Button, FileButton } from '../parts/buttons.tsx'
import { ControlForm, Form } from '../parts/form.tsx'
import { Time } from '../parts/request.tsx'
import { Path, plural } from '../parts/text.tsx'
import { Actions, Card, Empty, Item, Pairs, View } from '../parts/view.tsx'
import { fieldOf } from '../pure/form-body.ts'
import { Checksum } from '../shell/side.tsx'
import { askControl, control } from '../state/control.ts'
import { health, isChecksumOld, sandboxes, snapshots } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { base, consoleOf, here, sandbox } from '../state/place.ts'

/** The current world, its snapshots, and the sandboxes. */
export const WorldsView = () => (
  <View
    id="worlds"
    about={`${sandbox === undefined ? 'The main world' : `The sandbox ${sandbox}`}: download it, reset it, or replace it.`}
  >
    <div class="tiles wide">
      <CurrentWorld />
      <Snapshots />
      <Sandboxes />
    </div>
  </View>
)

/** The current world, and the actions that replace it. */
function CurrentWorld() {
  const { seed, scenario, scale } = health.value?.world ?? {}
  const size = scenario === 'demo' ? `, ${scale?.toLocaleString('en')} servers` : ''
  return (
    <Card title="This world">
      <Pairs
        of={[
          ['base URL', <Path key="" path={base} />],
          ['seed', seed],
          ['scenario', `${scenario ?? ''}${size}`],
          ['checksum', <Checksum key="" />],
        ]}
      />
      <h3>Reset</h3>
      <ControlForm
        operation="reset"
        label="Reset"
        submit="Reset"
        question="Discard all changes?"
        done={() => 'The world is reset; tokens, gaps and faults stay.'}
      >
        <Button look="" press={download}>
          Download as JSON
        </Button>
        <FileButton
          look=""
          label="Load a file …"
          onFile={(file) => void doing(() => load(file), `The world of ${file.name} is loaded.`)}
        />
      </ControlForm>
    </Card>
  )
}

async function download(): Promise<void> {
  const url = URL.createObjectURL(await (await askControl('GET', 'state')).blob())
  const link = document.createElement('a')
  link.href = url
  link.download = 'nestbox-world.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Replaces the world with one from a file, which the server validates further. */
async function load(file: File): Promise<void> {
  const world = parsed(await file.text())
  if (valueAt(world, 'format') !== 'nestbox-world')
    throw new Error(`${file.name} is not a Nestbox world file; "Download as JSON" creates one.`)
  await control('PUT', 'state', world)
}

const current = <span class="tag good">current</span>

/** The snapshots of the world. */
function Snapshots() {
  const checksumNow = isChecksumOld.value ? undefined : health.value?.world.checksum
  return (
    <Card title="Snapshots">
      <ControlForm
        operation="takeSnapshot"
        label="Take a snapshot"
        submit="Take"
        done={(body) => `Snapshot ${valueAt(body, 'name')} taken.`}
      />
      {!snapshots.value?.length && (
        <Empty icon="worlds" title="No snapshots yet">
          Take one before an experiment, and restore it afterwards.
        </Empty>
      )}
      <ul>
        {snapshots.value?.map(({ name, at, checksum }) => {
          const path = `snapshots/${encodeURIComponent(name)}`
          const restore = () => control('POST', `${path}/restore`)
          const remove = () => control('DELETE', path)
          const note = (
            <span class="mono">
              {checksum} · <Time at={at} />
            </span>
          )
          return (
            <Item
              key={name}
              name={[<b key="">{name}</b>, checksum === checksumNow && [' ', current]]}
              note={note}
            >
              <Actions
                of={name}
                all={[
                  ['Restore', restore, `Snapshot ${name} restored.`, 'Discard all changes?'],
                  ['Delete', remove, `${name} deleted.`, 'Delete?'],
                ]}
              />
            </Item>
          )
        })}
      </ul>
    </Card>
  )
}

const field = fieldOf('name', { type: 'string', description: `${sandboxName.says}.` }, true)
const isName = new RegExp(`^${sandboxName.pattern}$`)

/** The sandboxes of the server. */
function Sandboxes() {
  const box = useRef<HTMLDivElement>(null)
  const isWanted = here.value.parts[0] === 'new'
  useEffect(() => {
    if (isWanted) box.current?.querySelector('input')?.focus()
  }, [isWanted])
  useEffect(() => void sandboxes.load().catch(() => {}), [])
  const open = async (body: unknown) => {
    const name = String(valueAt(body, 'name') ?? '')
    if (!isName.test(name)) throw new Error(`The name must be ${sandboxName.says}.`)
    location.href = consoleOf(name)
  }
  return (
    <div ref={box}>
      <Card title="Sandboxes">
        <Form label="Open a sandbox" fields={[field]} submit="Open" send={open} />
        <p class="hint">
          A sandbox is a separate world, created on first use: put <code>/~name</code> before{' '}
          <code>/api</code>.
        </p>
        <ul>
          <Sandbox name={undefined} />
          {sandboxes.value?.map(({ name, requests }) => (
            <Sandbox key={name} name={name} requests={requests} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** @param name undefined for the main world */
function Sandbox({ name, requests }: Readonly<{ name: string | undefined; requests?: number }>) {
  const isCurrent = sandbox === name
  const link = (
    <a href={consoleOf(name)} aria-current={isCurrent ? 'true' : undefined}>
      {name === undefined ? 'main world' : `~${name}`}
    </a>
  )
  const remove = async () => {
    await control('DELETE', `sandboxes/${name}`)
    await sandboxes.load()
  }
  return (
    <Item
      name={[link, isCurrent && [' ', current]]}
      note={requests !== undefined && plural(requests, 'request')}
    >
      {name !== undefined && !isCurrent && (
        <Actions of={name} all={[['Delete', remove, `${name} deleted.`, 'Delete?']]} />
      )}
    </Item>
  )
}
