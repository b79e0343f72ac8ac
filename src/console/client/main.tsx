import { render } from 'preact'
import { App } from './app.tsx'
import { keepFocus } from './shell/keep-focus.ts'
import { listenToKeys } from './shell/keys.tsx'
import { stayLive } from './state/live.ts'
import { followAddress } from './state/place.ts'
import { keepTheme } from './state/theme.ts'

keepTheme()
followAddress()
listenToKeys()
keepFocus()
const root = document.getElementById('app')
if (root) render(<App />, root)
void stayLive()
