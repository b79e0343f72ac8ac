import type { GapInfo } from '../../../sandboxes/model.ts'
import { Button } from '../parts/buttons.tsx'
import { Detail } from '../parts/detail.tsx'
import type { Column } from '../parts/list.tsx'
import { ListView } from '../parts/list-view.tsx'
import { Sentence } from '../parts/text.tsx'
import { control } from '../state/control.ts'
import { changedGaps, gaps, health, isChanged } from '../state/lists.ts'
import { doing } from '../state/notices.ts'

const profiles = {
  literal: 'the plainest reading of the document',
  panel: 'the choices of the real panel, Pterodactyl',
} as const

/** The gaps of the document, and the choices of the mock server. */
export function GapsView() {
  const deviations = health.value?.deviations ?? []
  return (
    <ListView
      id="gaps"
      about={
        <>
          Behaviour that the document leaves open. Every choice conforms to it.{' '}
          <span class="tag wood">panel</span> marks the choice of the real panel, Pterodactyl.
        </>
      }
      isScoped
      items={gaps.value}
      kinds={{
        all: ['All', () => true],
        changed: [`Changed (${changedGaps.value})`, isChanged],
      }}
      columns={columns}
      isSortable
      detail={(gap) => <GapDetail key={gap.id} gap={gap} />}
      actions={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have its legend in the line
        <div class="buttons" role="group" aria-labelledby="set-all">
          <span id="set-all">Set all:</span>
          {Object.entries(profiles).map(([profile, text]) => (
            <Button
              key={profile}
              title={`${profile}: ${text}`}
              question="Change every gap?"
              press={() => control('PATCH', 'gaps', { profile })}
              done={`All gaps are set to the profile ${profile}.`}
            >
              {profile}
            </Button>
          ))}
        </div>
      }
    >
      {deviations.length > 0 && (
        <p>
          Started with deviations, by which responses break the document: <code>{deviations.join(', ')}</code>
        </p>
      )}
    </ListView>
  )
}

const columns: readonly Column<GapInfo>[] = [
  { name: 'id', cell: ({ id }) => <span class="mono">{id}</span> },
  { name: 'question', room: 'middle', cell: ({ question }) => <Sentence text={question} /> },
  { name: 'subject', room: 'wide', cell: ({ subject }) => <span class="quiet">{subject}</span> },
  {
    name: 'choice',
    cell: (gap) => (
      <span class={isChanged(gap) ? 'tag good' : 'mono quiet'}>{gap.choice ?? 'not observable'}</span>
    ),
  },
]

/** A gap with its question and choices. */
function GapDetail({ gap }: Readonly<{ gap: GapInfo }>) {
  const { id, section, subject, question, choices, choice, default: usual, panel } = gap
  const set = (to: string) => doing(() => control('PATCH', 'gaps', { [id]: to }), `${id} is set to ${to}.`)
  return (
    <Detail label={`Gap ${id}`} title={<span class="mono">{id}</span>}>
      <p class="facts">
        <span>{subject}</span>
        <span>§ {section}</span>
        {isChanged(gap) && <span class="tag good">changed</span>}
      </p>
      <fieldset>
        <legend class="question">
          <Sentence text={question} />
        </legend>
        {choices.map(({ id: each, text }) => (
          <label key={each} class={`choice ${each === choice ? 'chosen' : ''}`}>
            <input
              type="radio"
              name={id}
              value={each}
              checked={each === choice}
              onChange={() => void set(each)}
            />
            <span>
              <b class="mono">{each}</b> <Sentence text={text} />
              {each === usual && <span class="tag">default</span>}
              {each === panel && <span class="tag wood">panel</span>}
            </span>
          </label>
        ))}
        {choices.length === 0 && <p class="quiet">Clients cannot observe it in these operations.</p>}
      </fieldset>
    </Detail>
  )
}
