import { Sentence } from '../../parts/text.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { parsed } from '../../pure/form-body.ts'
import { bodyFieldsOf, changeMode, type Draft } from '../../state/drafts.ts'
import { FieldRow } from './field-row.tsx'
import { FilePicker } from './file-picker.tsx'

interface Props {
  readonly operation: FormOperation
  readonly draft: Draft
  /** The errors of the latest response by field. */
  readonly errors: ReadonlyMap<string, string>
}

const modes = { fields: 'Fields', json: 'JSON' } as const

/** The body of a request, as fields or as JSON. */
export function BodyFields({ operation, draft, errors }: Props) {
  if (operation.body?.kind === 'file') {
    return (
      <fieldset>
        <legend>Body: multipart/form-data</legend>
        <FilePicker part={operation.body.part} file={draft.file} />
        <Errors of={errors} />
      </fieldset>
    )
  }
  const fields = bodyFieldsOf(operation)
  return (
    <fieldset>
      <legend>Body: JSON</legend>
      <div class="segments">
        {(['fields', 'json'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={draft.mode.value === mode}
            disabled={mode === 'fields' && fields.length === 0}
            onClick={() => changeMode(operation, draft, mode)}
          >
            {modes[mode]}
          </button>
        ))}
      </div>
      {draft.mode.value === 'fields' ? (
        <div class="fields">
          {fields.map((field) => (
            <FieldRow key={field.name} field={field} values={draft.fields} error={errors.get(field.name)} />
          ))}
        </div>
      ) : (
        <>
          <RawJson draft={draft} />
          <Errors of={errors} />
        </>
      )}
    </fieldset>
  )
}

/** Errors that are not shown beside a field. */
const Errors = ({ of }: { readonly of: Props['errors'] }) => (
  <ul>
    {[...of].map(([name, error]) => (
      <li key={name} class="field-error">
        <Sentence text={error} />
      </li>
    ))}
  </ul>
)

function RawJson({ draft }: { readonly draft: Draft }) {
  const text = draft.json.value
  return (
    <>
      <textarea
        class="mono raw"
        aria-label="Body as JSON"
        spellcheck={false}
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        value={text}
        onInput={(event) => {
          draft.json.value = event.currentTarget.value
        }}
      />
      <p class="hint warn">
        {text !== '' && parsed(text) === undefined && 'This is not valid JSON. It is sent nevertheless.'}
      </p>
    </>
  )
}
