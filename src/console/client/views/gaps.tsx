import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { GapInfo } from '../../../sandboxes/model.ts'
import { Action } from '../parts/action.tsx'
import { Empty } from '../parts/empty.tsx'
import { Sentence } from '../parts/text.tsx'
import { NoMatch, ScopeNote, SearchBox, ViewHead } from '../parts/view-head.tsx'
import { searchFor } from '../pure/find-rows.ts'
import { control } from '../state/control.ts'
import { here } from '../state/here.ts'
import { changedGaps, gaps, health } from '../state/lists.ts'
import { doing } from '../state/notices.ts'

const search = signal('')
const isOnlyChanged = signal(false)

const isChanged = ({ choice, default: usual }: GapInfo): boolean => choice !== usual

const profiles = {
  literal: 'The plainest reading of the document',
  panel: 'The choices of the best-known real panel',
} as const

/** The gaps of the document, and the choices of the mock server. */
export function GapsView() {
  const [wanted] = here.value.parts
  useEffect(() => {
    if (wanted === undefined || !gaps.value) return
    search.value = ''
    isOnlyChanged.value = false
    requestAnimationFrame(() => {
      const card = document.getElementById(`gap-${wanted}`)
      card?.closest('details')?.setAttribute('open', '')
      card?.scrollIntoView({ block: 'center' })
      card?.focus({ preventScroll: true })
    })
  }, [wanted, gaps.value === undefined])
  return (
    <>
      <ViewHead
        title="Gaps"
        about={
          <>
            Behaviour that the document leaves open. Every choice conforms to the document;{' '}
            <span class="tag wood">panel</span> marks the choice of the best-known real panel. Changes take
            effect at once, <ScopeNote />
          </>
        }
      >
        <SearchBox text={search} label="Search gaps" />
        <label class="check">
          <input
            type="checkbox"
            checked={isOnlyChanged.value}
            onChange={(event) => {
              isOnlyChanged.value = event.currentTarget.checked
            }}
          />
          changed only ({changedGaps.value})
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have its legend in the line */}
        <div class="check" role="group" aria-labelledby="set-all">
          <span id="set-all">Set all:</span>
          {Object.entries(profiles).map(([profile, title]) => (
            <span key={profile} title={title}>
              <Action
                label={profile}
                question="Change every gap?"
                work={() => control('PATCH', 'gaps', { profile })}
                done={`All gaps are set to the profile ${profile}.`}
              />
            </span>
          ))}
        </div>
      </ViewHead>
      <Deviations />
      {gaps.value ? (
        <Gaps all={gaps.value} wanted={wanted} />
      ) : (
        <Empty icon="gaps" title="Loading the gaps …" />
      )}
    </>
  )
}

interface GapsProps {
  readonly all: readonly GapInfo[]
  /** The gap that the URL names. */
  readonly wanted: string | undefined
}

/** The matching gaps by subject, then those without choices. */
function Gaps({ all, wanted }: GapsProps) {
  const matches = searchFor(search.value)
  const found = all.filter(({ id, section, question, choices }) =>
    matches({ id, section: `§${section}`, question, choices }),
  )
  const settable = found.filter(
    (gap) => gap.choices.length > 0 && (!isOnlyChanged.value || isChanged(gap) || gap.id === wanted),
  )
  const silent = found.filter(({ choices }) => choices.length === 0 && !isOnlyChanged.value)
  if (settable.length === 0 && isOnlyChanged.value && changedGaps.value === 0) {
    return (
      <Empty icon="gaps" title="Every gap is at its default">
        Change one, or choose a profile.
      </Empty>
    )
  }
  if (settable.length + silent.length === 0) {
    return (
      <NoMatch icon="gaps" what="gaps" search={search} fields={['id', 'section', 'question', 'choices']} />
    )
  }
  return (
    <>
      {[...new Set(settable.map(({ subject }) => subject))].map((subject) => {
        const about = settable.filter((gap) => gap.subject === subject)
        return (
          <section key={subject} aria-labelledby={`about-${subject}`}>
            <h2 id={`about-${subject}`} class="gap-subject">
              {subject} <span class="tag">{about.length}</span>
            </h2>
            <div class="gaps">
              {about.map((gap) => (
                <GapCard key={gap.id} gap={gap} isWanted={gap.id === wanted} />
              ))}
            </div>
          </section>
        )
      })}
      {silent.length > 0 && (
        <details>
          <summary>{silent.length} gaps that clients cannot observe in these operations</summary>
          <ul>
            {silent.map(({ id, section, question }) => (
              <li key={id} id={`gap-${id}`} tabIndex={-1}>
                <code class="mono">{id}</code> <span class="quiet">§ {section}</span> {question}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A gap with its question and choices. */
function GapCard({ gap, isWanted }: { readonly gap: GapInfo; readonly isWanted: boolean }) {
  const { id, section, question, choices, choice, default: usual, panel } = gap
  const set = (to: string) => doing(control('PATCH', 'gaps', { [id]: to }), `${id} is set to ${to}.`)
  return (
    <fieldset
      id={`gap-${id}`}
      class={`card gap ${isChanged(gap) ? 'changed' : ''} ${isWanted ? 'wanted' : ''}`}
      tabIndex={-1}
    >
      <legend>
        <code class="mono">{id}</code> <span class="quiet">§ {section}</span>
        {isChanged(gap) && <span class="tag good">changed</span>}
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
            onChange={() => void set(each)}
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

/** The deviations from the document, which are set when the server starts. */
function Deviations() {
  const set = health.value?.deviations ?? []
  if (set.length === 0) return null
  return (
    <p>
      Started with deviations, by which responses break the document:{' '}
      {set.map((id, index) => (
        <>
          {index > 0 && ', '}
          <code class="mono">{id}</code>
        </>
      ))}
    </p>
  )
}
