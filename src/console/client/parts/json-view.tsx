import { useMemo } from 'preact/hooks'
import { jsonTokens, prettyJson } from '../pure/json-tokens.ts'

/** Number of characters above which syntax colours are too slow. */
const coloured = 60_000
const shown = 1_000_000

/** JSON with syntax colours, or any other text. */
export function JsonView({ text, label }: { readonly text: string; readonly label: string }) {
  const pretty = useMemo(() => prettyJson(text), [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figure class="code" tabIndex={0} aria-label={label}>
      <pre>
        {pretty.length > coloured
          ? pretty.slice(0, shown)
          : jsonTokens(pretty).map(({ kind, text: piece }) =>
              kind === 'plain' ? piece : <span class={`json-${kind}`}>{piece}</span>,
            )}
        {pretty.length > shown && `\n… and ${(pretty.length - shown).toLocaleString('en')} more characters.`}
      </pre>
    </figure>
  )
}

/** A parsed JSON value. */
export const ValueView = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <JsonView text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} label={label} />
)
