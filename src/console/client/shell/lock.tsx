import { useEffect, useRef } from 'preact/hooks'
import { Logo } from '../parts/logo.tsx'
import { access, enterControlToken } from '../state/control.ts'

/** What stands in the place of the console where the control API does not let it in. */
export function Lock() {
  const field = useRef<HTMLInputElement>(null)
  const state = access.value
  useEffect(() => field.current?.focus(), [])
  return (
    <main class="lock">
      <Logo />
      <h1>Nestbox</h1>
      {state.kind === 'refused' ? (
        <p role="alert">{state.detail}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            enterControlToken(field.current?.value.trim() ?? '')
          }}
        >
          <label for="control-token">
            This mock wants its control token: what it was started with after <code>--control-token</code>.
          </label>
          <input
            id="control-token"
            ref={field}
            type="password"
            autocomplete="off"
            required
            aria-invalid={state.kind === 'locked' && state.isWrong}
          />
          <button type="submit" class="primary">
            Enter
          </button>
          <p role="alert">{state.kind === 'locked' && state.isWrong && 'That is not the token.'}</p>
        </form>
      )}
    </main>
  )
}
