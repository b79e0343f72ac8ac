import { notices } from '../state/notices.ts'

/** Short messages; they are read out as well. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ id, text, isBad }) => (
      <p key={id} class={isBad ? 'bad' : ''}>
        {text}
      </p>
    ))}
  </div>
)
