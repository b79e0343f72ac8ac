/** Lists in which the focus moves to the neighbour of a removed element. */
const lists = '.buttons, ul, ol, tbody'

const places = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary'

/** Browsers drop the focus when the focused element is removed; this moves it to a neighbour or a heading instead. */
export function keepFocus(): void {
  let focused: Element | undefined
  let around: readonly { readonly box: Element; readonly at: number }[] = []
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined
    around = focused ? boxesAround(focused) : []
  })
  document.addEventListener('focusout', ({ target }) => {
    // Some browsers report a removed element like a focus that the user moved, so `isConnected` tells them apart.
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

/** The ancestors of an element, innermost first, with the index of the element among their focusable elements. */
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
