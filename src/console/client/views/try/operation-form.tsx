import { CopyButton } from '../../parts/copy-button.tsx'
import { Method, plural } from '../../parts/request.tsx'
import { Path } from '../../parts/text.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { curlOf } from '../../pure/curl.ts'
import { hashOf } from '../../pure/route.ts'
import { type Draft, errorsOf, parametersOf, resetDraft } from '../../state/drafts.ts'
import { requestOf, sendDraft, stopSending } from '../../state/send.ts'
import { BodyFields } from './body-fields.tsx'
import { FieldRow } from './field-row.tsx'
import { TokenPicker } from './token-picker.tsx'

interface Props {
  readonly operation: FormOperation
  readonly draft: Draft
}

/** The form of an operation, with the request as a curl command. */
export function OperationForm({ operation, draft }: Props) {
  const { method, path, section, summary, isBeyond } = operation
  const parameters = parametersOf(operation, draft)
  const errors = errorsOf(operation, draft)
  return (
    <form
      class="operation"
      data-send
      aria-label={summary}
      onSubmit={(event) => {
        event.preventDefault()
        void sendDraft(operation, draft)
      }}
    >
      <header class="operation-head">
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
          <div class="fields">
            {parameters.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                values={draft.parameters}
                note={field.in}
                error={errors.get(field.name)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {operation.body && <BodyFields operation={operation} draft={draft} errors={errors} />}
      <div class="operation-send">
        {draft.isSending.value ? (
          <button type="button" class="primary waiting" onClick={stopSending}>
            Cancel
          </button>
        ) : (
          <button type="submit" class="primary" title="Ctrl+Enter">
            Send
          </button>
        )}
        <button type="button" class="quiet-button" onClick={() => resetDraft(operation)}>
          Reset the form
        </button>
      </div>
      <Curl operation={operation} draft={draft} />
      {operation.gaps.length > 0 && (
        <details class="gaps-of">
          <summary>{plural(operation.gaps.length, 'gap')} of the document may affect this operation</summary>
          <p>
            {operation.gaps.map((id) => (
              <a key={id} class="chip mono" href={hashOf('gaps', id)}>
                {id}
              </a>
            ))}
          </p>
        </details>
      )}
    </form>
  )
}

function Curl({ operation, draft }: Props) {
  const command = curlOf(requestOf(operation, draft))
  return (
    <section class="curl" aria-label="The request as a command">
      <header>
        <h3>curl</h3>
        <CopyButton text={command} what="the curl command" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="code" tabIndex={0}>
        {command}
      </pre>
    </section>
  )
}
