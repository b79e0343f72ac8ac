import { ViewHead } from '../parts/view-head.tsx'
import { sandbox } from '../state/place.ts'
import { CurrentWorld } from './worlds/current-world.tsx'
import { Sandboxes } from './worlds/sandboxes.tsx'
import { Snapshots } from './worlds/snapshots.tsx'

/** The world one is in, its past states, and the other worlds. */
export const WorldsView = () => (
  <>
    <ViewHead
      title="World"
      about={`The ${sandbox === undefined ? 'main world' : `sandbox ${sandbox}`}: take it as it is, put it back, or make another.`}
    />
    <div class="worlds">
      <CurrentWorld />
      <Snapshots />
      <Sandboxes />
    </div>
  </>
)
