/** Lists in which the neighbour of what is gone is the next best. */
const lists = '.buttons, ul, ol, tbody'

const places = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary'

/** Browsers let the focus fall to nothing when what had it goes away: it is put where one would look for it. */
export function keepFocus(): void {
  let focused: Element | undefined
  let around: readonly { readonly box: Element; readonly at: number }[] = []
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined
    around = focused ? boxesAround(focused) : []
  })
  document.addEventListener('focusout', ({ target }) => {
    // Somebody who leaves it is not looking for it; but some browsers say the same of what is taken away.
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected && document.activeElement !== focused)
        focused = undefined
    })
  })
  new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = undefined
    if (document.activeElement === null || document.activeElement === document.body) moveInto(around)
  }).observe(document.body, { childList: true, subtree: true })
}

/** What it stands in, from the inside, and which of the places there it has. */
function boxesAround(focused: Element): { box: Element; at: number }[] {
  const boxes: { box: Element; at: number }[] = []
  for (let box: Element | null = focused.parentElement; box; box = box.parentElement) {
    const at = box.matches(lists) ? [...box.querySelectorAll(places)].indexOf(focused) : 0
    boxes.push({ box, at })
    if (box.matches('main')) break
  }
  return boxes
}

function moveInto(boxes: readonly { readonly box: Element; readonly at: number }[]): void {
  for (const { box, at } of boxes.filter(({ box }) => box.isConnected)) {
    const place = box.matches(lists) ? placeIn(box, at) : headingOf(box)
    if (!place) continue
    place.focus({ preventScroll: true })
    return
  }
}

function placeIn(box: Element, at: number): HTMLElement | undefined {
  const all = [...box.querySelectorAll<HTMLElement>(places)]
  return all[Math.min(at, all.length - 1)]
}

function headingOf(box: Element): HTMLElement | undefined {
  if (!box.matches('section, main')) return undefined
  const heading = box.querySelector<HTMLElement>('h1, h2')
  if (heading) heading.tabIndex = -1
  return heading ?? undefined
}
