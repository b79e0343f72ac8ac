import { useEffect, useRef } from 'preact/hooks'
import { access, enterControlToken } from '../state/control.ts'
import { Logo } from './logo.tsx'

/** The page that replaces the console while the control API refuses access. */
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
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            enterControlToken(field.current?.value.trim() ?? '')
          }}
        >
          <label for="control-token">
            Enter the control token: the value of <code>--control-token</code> with which the mock server was
            started.
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
          <p role="alert">{state.kind === 'locked' && state.isWrong && 'Wrong token.'}</p>
        </form>
      )}
    </main>
  )
}
