import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { GapInfo, GapList } from '../../../sandboxes/model.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Empty } from '../parts/empty.tsx'
import { ScopeNote, SearchBox, ViewHead } from '../parts/view-head.tsx'
import { control } from '../state/control.ts'
import { here } from '../state/here.ts'
import { gaps, health, turnedGaps } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { GapCard } from './gaps/gap-card.tsx'

const search = signal('')
const isOnlyTurned = signal(false)

const found = computed(() => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ id, section, question, choices }: GapInfo) => {
    const text = `${id} §${section} ${question} ${choices.map((choice) => `${choice.id} ${choice.text}`).join(' ')}`
    return words.every((word) => text.toLowerCase().includes(word))
  }
  return gaps.value?.filter(isMeant)
})

/** The gaps of the document, and the choices of the mock server. */
export function GapsView() {
  const [wanted] = here.value.parts
  const all = found.value
  useEffect(() => {
    if (wanted === undefined || !gaps.value) return
    search.value = ''
    isOnlyTurned.value = false
    requestAnimationFrame(() => {
      const card = document.getElementById(`gap-${wanted}`)
      card?.closest('details')?.setAttribute('open', '')
      card?.scrollIntoView({ block: 'center' })
      card?.focus({ preventScroll: true })
    })
  }, [wanted, gaps.value === undefined])
  const dials = all?.filter(
    ({ id, choices, choice, default: usual }) =>
      choices.length > 0 && (!isOnlyTurned.value || choice !== usual || id === wanted),
  )
  const silent = all?.filter(({ choices }) => choices.length === 0)
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
            checked={isOnlyTurned.value}
            onChange={(event) => {
              isOnlyTurned.value = event.currentTarget.checked
            }}
          />
          changed only ({turnedGaps.value})
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot have its legend in the line */}
        <div class="check" role="group" aria-labelledby="set-all">
          <span id="set-all">Set all:</span>
          <ConfirmButton
            label="literal"
            question="Change every gap?"
            title="The plainest reading of the document"
            onConfirm={() => profile('literal')}
          />
          <ConfirmButton
            label="panel"
            question="Change every gap?"
            title="The choices of the best-known real panel"
            onConfirm={() => profile('panel')}
          />
        </div>
      </ViewHead>
      <Deviations />
      {!dials && <Empty icon="gaps" title="Loading the gaps …" />}
      {dials?.length === 0 && silent?.length === 0 && <Empty icon="gaps" title="No matching gaps" />}
      {dials?.length === 0 && isOnlyTurned.value && (
        <Empty icon="gaps" title="Every gap is at its default">
          Change one, or choose a profile.
        </Empty>
      )}
      {subjectsOf(dials).map(([subject, about]) => (
        <section key={subject} aria-labelledby={`about-${subject}`}>
          <h2 id={`about-${subject}`} class="gap-subject">
            {subject} <span class="count">{about.length}</span>
          </h2>
          <div class="gaps">
            {about.map((gap) => (
              <GapCard key={gap.id} gap={gap} isWanted={gap.id === wanted} />
            ))}
          </div>
        </section>
      ))}
      {silent && silent.length > 0 && !isOnlyTurned.value && (
        <details class="silent-gaps">
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

/** The gaps by subject. */
const subjectsOf = (all: readonly GapInfo[] = []): (readonly [GapInfo['subject'], readonly GapInfo[]])[] =>
  [...new Set(all.map(({ subject }) => subject))].map((subject) => [
    subject,
    all.filter((gap) => gap.subject === subject),
  ])

/** The deviations from the document, which are set when the server starts. */
function Deviations() {
  const set = health.value?.deviations ?? []
  if (set.length === 0) return null
  return (
    <p class="deviations">
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

const profile = (name: string): void => {
  const turning = control<GapList>('PATCH', 'gaps', { profile: name }).then((list) => {
    gaps.value = list.gaps
  })
  void doing(turning, `All gaps are set to the profile ${name}.`)
}
