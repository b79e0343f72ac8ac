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

/** The lists and parts of the view around an element, innermost first, and its index among their focusable elements. */
function boxesAround(focused: Element): { box: Element; at: number }[] {
  const boxes: { box: Element; at: number }[] = []
  for (let box: Element | null = focused; box; box = box.parentElement) {
    if (box.matches(`${lists}, section, main`))
      boxes.push({ box, at: [...box.querySelectorAll(places)].indexOf(focused) })
  }
  return boxes
}

function moveInto(boxes: readonly { readonly box: Element; readonly at: number }[]): void {
  for (const { box, at } of boxes.filter(({ box }) => box.isConnected)) {
    const all = [...box.querySelectorAll<HTMLElement>(box.matches(lists) ? places : 'h1, h2')]
    const place = all[box.matches(lists) ? Math.min(at, all.length - 1) : 0]
    if (!place) continue
    if (place.matches('h1, h2')) place.tabIndex = -1
    place.focus({ preventScroll: true })
    return
  }
}
