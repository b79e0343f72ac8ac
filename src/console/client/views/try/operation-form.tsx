import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { parsed } from '../../../../contract/objects.ts'
import type { TokenInfo } from '../../../../sandboxes/model.ts'
import { Button, CopyButton, FileButton } from '../../parts/buttons.tsx'
import { Options } from '../../parts/fields.tsx'
import { Body, Errors } from '../../parts/form.tsx'
import { GapLinks, Method } from '../../parts/request.tsx'
import { Path, plural } from '../../parts/text.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { type ChosenFile, curlOf, downloaded, jsonFile } from '../../pure/curl.ts'
import { askControl, needsToken } from '../../state/control.ts'
import type { Draft } from '../../state/draft.ts'
import { freshDraft, type RequestDraft, replaceDraft, tokenNameOf } from '../../state/drafts.ts'
import { tokens } from '../../state/lists.ts'
import { base } from '../../state/place.ts'
import { noToken, requestOf, sendDraft } from '../../state/send.ts'

type Props = Readonly<{ operation: FormOperation; draft: RequestDraft }>

/** The form of an operation, with the request as a curl command. */
export function OperationForm({ operation, draft }: Props) {
  const { method, path, section, summary, isBeyond, body, gaps } = operation
  const command = curlOf(requestOf(operation, draft))
  return (
    <form
      class="card operation"
      data-send
      aria-label={summary}
      onSubmit={(event) => {
        event.preventDefault()
        void sendDraft(operation, draft)
      }}
    >
      <header>
        <h2>
          {summary}
          <span class={isBeyond ? 'tag warn' : 'tag'}>
            {section === undefined ? 'beyond the document' : `section ${section}`}
          </span>
        </h2>
        <p class="mono">
          <Method method={method} /> <Path path={path} />
        </p>
      </header>
      <TokenPicker operation={operation} draft={draft} />
      {draft.parameters.fields.length > 0 && (
        <fieldset>
          <legend>Parameters</legend>
          <Body draft={draft.parameters} look="send" label="Parameters" />
        </fieldset>
      )}
      {body?.kind === 'file' && (
        <fieldset>
          <legend>Body: multipart/form-data</legend>
          <FilePicker part={body.part} file={draft.file} />
          <Errors draft={draft.body} />
        </fieldset>
      )}
      {body?.kind === 'json' && (
        <fieldset>
          <legend>Body: JSON</legend>
          <Body draft={draft.body} look="send" label="Body" hasJson />
          {isBroken(draft.body) && <p class="hint warn">This is not valid JSON. It is sent nevertheless.</p>}
        </fieldset>
      )}
      <div class="bar operation-send">
        {draft.sending.value ? (
          <Button look="" press={() => draft.sending.value?.abort()}>
            Cancel
          </Button>
        ) : (
          <button type="submit" class="primary" title="Ctrl+Enter">
            Send
          </button>
        )}
        <Button look="bare" press={() => replaceDraft(operation, freshDraft(operation))}>
          Reset the form
        </Button>
      </div>
      <section aria-label="The request as a command">
        <header class="bar">
          <h3 class="grow">curl</h3>
          <CopyButton text={command} what="the curl command" />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre class="code" tabIndex={0}>
          {command}
        </pre>
      </section>
      {gaps.length > 0 && (
        <details>
          <summary>{plural(gaps.length, 'gap')} of the document may affect this operation</summary>
          <GapLinks ids={gaps} />
        </details>
      )}
    </form>
  )
}

/** Whether a body is text that is not JSON; an empty one is a request without a body. */
const isBroken = ({ mode, json }: Draft): boolean =>
  mode.value === 'json' && json.value !== '' && parsed(json.value) === undefined

const takes = {
  application: 'The application API accepts application tokens, and client tokens of root administrators.',
  admin: 'The admin API accepts client tokens of root administrators.',
  client: 'The client API accepts client tokens.',
} as const

/** Chooses the token of a request. Tokens that the API refuses can be chosen too, to see the refusal. */
function TokenPicker({ operation, draft }: Props) {
  const id = useId()
  const all = tokens.value ?? []
  const { family } = operation
  const chosen = tokenNameOf(operation, draft) ?? 'none'
  const token = all.find(({ name }) => name === chosen)
  const refusal = ({ status, families }: TokenInfo): string | undefined =>
    status !== 'active' ? status : family && !families[family] ? 'not accepted here' : undefined
  const options = [
    ...all.map((each) => {
      const why = refusal(each)
      return [each.name, `${each.name}: ${each.who}${why === undefined ? '' : ` (${why})`}`] as const
    }),
    ...Object.entries(noToken),
  ]
  const isRefused = !token || refusal(token) !== undefined
  return (
    <div>
      <label for={id} class="legend">
        Token
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          draft.token.value = event.currentTarget.value
        }}
      >
        <Options all={options} />
      </select>
      <p class={`hint ${isRefused ? 'warn' : ''}`}>
        {isRefused && 'Will be refused. '}
        {family && takes[family]}
      </p>
    </div>
  )
}

type FileProps = Readonly<{ part: string; file: Signal<ChosenFile | undefined> }>

/** Chooses a file, or the example of the server. */
function FilePicker({ part, file: chosen }: FileProps) {
  const { file } = chosen.value ?? {}
  return (
    <div class="file">
      <span class="mono">{part}</span>
      <FileButton
        label="Choose a file …"
        onFile={(file) => {
          chosen.value = { file }
        }}
      />
      <Button
        press={async () => {
          chosen.value = await exampleEgg()
        }}
      >
        Use the example egg
      </Button>
      <p class="hint">
        {file
          ? `${file.name}, ${file.size.toLocaleString('en')} bytes`
          : 'Choose a file or use the example egg; the request is refused without a file.'}
      </p>
    </div>
  )
}

/** The example of an egg share file, from the server. */
async function exampleEgg(): Promise<ChosenFile> {
  const name = 'example-egg.json'
  const response = await askControl('GET', name)
  const file = jsonFile(name, JSON.stringify(await response.json(), null, 2))
  return downloaded(file, `${base}/_nestbox/${name}`, needsToken())
}
