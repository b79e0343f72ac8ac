import type { GapInfo, GapList } from '../../../../sandboxes/model.ts'
import { Sentence } from '../../parts/text.tsx'
import { control } from '../../state/control.ts'
import { gaps } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'

/** A gap with its question and choices. */
export function GapCard({ gap, isWanted }: { readonly gap: GapInfo; readonly isWanted: boolean }) {
  const { id, section, question, choices, choice, default: usual, panel } = gap
  const isTurned = choice !== usual
  return (
    <fieldset
      id={`gap-${id}`}
      class={`card gap ${isTurned ? 'turned' : ''} ${isWanted ? 'wanted' : ''}`}
      tabIndex={-1}
    >
      <legend>
        <code class="mono">{id}</code> <span class="quiet">§ {section}</span>
        {isTurned && <span class="tag good">changed</span>}
      </legend>
      <p class="gap-question">
        <Sentence text={question} />
      </p>
      {choices.map(({ id: each, text }) => (
        <label key={each} class={`choice ${each === choice ? 'chosen' : ''}`}>
          <input
            type="radio"
            name={id}
            value={each}
            checked={each === choice}
            onChange={() => void doing(turn(id, each), `${id} is set to ${each}.`)}
          />
          <span>
            <span class="choice-id mono">{each}</span> <Sentence text={text} />
            {each === usual && <span class="tag">default</span>}
            {each === panel && <span class="tag wood">panel</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

async function turn(id: string, choice: string): Promise<void> {
  gaps.value = (await control<GapList>('PATCH', 'gaps', { [id]: choice })).gaps
}
