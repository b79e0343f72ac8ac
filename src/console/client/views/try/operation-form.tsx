import { CopyButton } from '../../parts/copy-button.tsx'
import { FieldRow } from '../../parts/fields.tsx'
import { Body } from '../../parts/form.tsx'
import { GapLinks, Method } from '../../parts/request.tsx'
import { bodyModes, Segments } from '../../parts/segments.tsx'
import { Path, plural, Sentence } from '../../parts/text.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { curlOf } from '../../pure/curl.ts'
import { parsed } from '../../pure/form-body.ts'
import { change, changeMode } from '../../state/draft.ts'
import { parametersOf, type RequestDraft, resetDraft } from '../../state/drafts.ts'
import { requestOf, sendDraft, stopSending } from '../../state/send.ts'
import { FilePicker } from './file-picker.tsx'
import { TokenPicker } from './token-picker.tsx'

interface Props {
  readonly operation: FormOperation
  readonly draft: RequestDraft
}

/** The form of an operation, with the request as a curl command. */
export function OperationForm({ operation, draft }: Props) {
  const { method, path, section, summary, isBeyond, body, gaps } = operation
  const { parameters: values, errors } = draft
  const parameters = parametersOf(operation, draft)
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
        <p class="operation-path mono">
          <Method method={method} /> <Path path={path} />
        </p>
      </header>
      <TokenPicker operation={operation} draft={draft} />
      {parameters.length > 0 && (
        <fieldset>
          <legend>Parameters</legend>
          <div class="fields send">
            {parameters.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                look="send"
                values={values}
                error={errors.value.get(field.name)}
                onChange={(next) => change(draft, values, field.name, next)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {body?.kind === 'file' && (
        <fieldset>
          <legend>Body: multipart/form-data</legend>
          <FilePicker part={body.part} file={draft.file} />
          <Errors draft={draft} />
        </fieldset>
      )}
      {body?.kind === 'json' && <JsonBody draft={draft} />}
      <div class="operation-send">
        {draft.isSending.value ? (
          <button type="button" onClick={stopSending}>
            Cancel
          </button>
        ) : (
          <button type="submit" class="primary" title="Ctrl+Enter">
            Send
          </button>
        )}
        <button type="button" class="plain" onClick={() => resetDraft(operation)}>
          Reset the form
        </button>
      </div>
      <Curl operation={operation} draft={draft} />
      {gaps.length > 0 && (
        <details>
          <summary>{plural(gaps.length, 'gap')} of the document may affect this operation</summary>
          <GapLinks ids={gaps} />
        </details>
      )}
    </form>
  )
}

/** A JSON body, as fields or as JSON, with the errors that are not shown at a field. */
function JsonBody({ draft }: Pick<Props, 'draft'>) {
  const { mode, json, fields } = draft
  const isJson = mode.value === 'json'
  return (
    <fieldset>
      <legend>Body: JSON</legend>
      <Segments
        label="Edit the body as"
        choices={bodyModes}
        chosen={mode.value}
        onChoose={(next) => changeMode(draft, next)}
        isDisabled={(each) => each === 'fields' && fields.length === 0}
      />
      <Body draft={draft} look="send" label="Body" />
      {isJson && (
        <p class="hint warn">
          {json.value !== '' &&
            parsed(json.value) === undefined &&
            'This is not valid JSON. It is sent nevertheless.'}
        </p>
      )}
      {isJson && <Errors draft={draft} />}
    </fieldset>
  )
}

const Errors = ({ draft }: Pick<Props, 'draft'>) => (
  <ul>
    {[...draft.errors.value].map(([name, error]) => (
      <li key={name} class="field-error">
        <Sentence text={error} />
      </li>
    ))}
  </ul>
)

function Curl({ operation, draft }: Props) {
  const command = curlOf(requestOf(operation, draft))
  return (
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
  )
}
