import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './parts/buttons.tsx'
import { type ViewId, viewNames } from './pure/route.ts'
import { Help } from './shell/keys.tsx'
import { Lock } from './shell/lock.tsx'
import { LostBanner } from './shell/lost-banner.tsx'
import { Notices } from './shell/notices.tsx'
import { Side } from './shell/side.tsx'
import { access } from './state/control.ts'
import { here, sandbox } from './state/place.ts'
import { RowsView } from './views/data.tsx'
import { FaultsView } from './views/faults.tsx'
import { GapsView } from './views/gaps.tsx'
import { ReferenceView } from './views/reference.tsx'
import { RequestsView } from './views/requests.tsx'
import { TokensView } from './views/tokens.tsx'
import { TryView } from './views/try.tsx'
import { WorldsView } from './views/worlds.tsx'

const views: Readonly<Record<ViewId, () => preact.JSX.Element>> = {
  try: TryView,
  requests: RequestsView,
  data: RowsView,
  tokens: TokensView,
  gaps: GapsView,
  faults: FaultsView,
  worlds: WorldsView,
  reference: ReferenceView,
}

export function App() {
  const { view } = here.value
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const toHeading = (options?: FocusOptions) => main.current?.querySelector('h1')?.focus(options)
  // A layout effect, since the next key may be meant for a field of the view.
  useLayoutEffect(() => {
    document.title = `${viewNames[view]} · Nestbox${sandbox === undefined ? '' : ` · ${sandbox}`}`
    // The heading gets the focus after a change of view, but not at the first one, nor if an entry has it.
    const isInside = main.current?.contains(document.activeElement)
    if (!isFirst.current && !isInside) toHeading({ preventScroll: true })
    isFirst.current = false
    main.current?.scrollTo(0, 0)
  }, [view])
  if (access.value.kind !== 'open') return <Lock />
  const View = views[view]
  return (
    <div class="frame">
      <Button look="skip primary unseen" press={() => toHeading()}>
        Skip to content
      </Button>
      <Side />
      <div class="content">
        <LostBanner />
        <div class="stage">
          <main id="main" ref={main} class="view">
            <View />
          </main>
        </div>
        <Notices />
      </div>
      <Help />
    </div>
  )
}
