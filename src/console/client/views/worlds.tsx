import { ViewHead } from '../parts/view-head.tsx'
import { sandbox } from '../state/place.ts'
import { CurrentWorld } from './worlds/current-world.tsx'
import { Sandboxes } from './worlds/sandboxes.tsx'
import { Snapshots } from './worlds/snapshots.tsx'

/** The current world, its snapshots, and the sandboxes. */
export const WorldsView = () => (
  <>
    <ViewHead
      title="World"
      about={`${sandbox === undefined ? 'The main world' : `The sandbox ${sandbox}`}: download it, reset it, or replace it.`}
    />
    <div class="tiles wide">
      <CurrentWorld />
      <Snapshots />
      <Sandboxes />
    </div>
  </>
)
