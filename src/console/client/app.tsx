import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './parts/buttons.tsx'
import { Icon } from './parts/icon.tsx'
import { hashOf, type ViewId, viewNames } from './pure/route.ts'
import { ConnectionLine, LostBanner } from './shell/connection-line.tsx'
import { Help, openHelp } from './shell/keys.tsx'
import { Lock } from './shell/lock.tsx'
import { Logo } from './shell/logo.tsx'
import { Nav } from './shell/nav.tsx'
import { Notices } from './shell/notices.tsx'
import { Pulse } from './shell/pulse.tsx'
import { WorldPicker } from './shell/world-picker.tsx'
import { access } from './state/control.ts'
import { here, sandbox } from './state/place.ts'
import { nextTheme, theme } from './state/theme.ts'
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
      <Button look="skip primary" press={() => toHeading()}>
        Skip to content
      </Button>
      <header class="side">
        <div class="brand">
          <Logo />
          <span>Nestbox</span>
        </div>
        <WorldPicker />
        <Nav />
        <div class="side-foot">
          <Pulse />
          <ConnectionLine />
          <Tools />
        </div>
      </header>
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

/** What concerns all views. */
const Tools = () => (
  <div class="side-buttons">
    <a
      class="bare"
      href={hashOf('reference')}
      title="Reference of the API"
      aria-label="Reference of the API"
      aria-current={here.value.view === 'reference' ? 'page' : undefined}
    >
      <Icon name="reference" />
    </a>
    <Button look="bare" title={`Colours: ${theme.value}. Change`} press={nextTheme}>
      <Icon name={theme.value} />
    </Button>
    <Button look="bare" title="Keys (?)" press={openHelp}>
      <Icon name="help" />
    </Button>
  </div>
)
