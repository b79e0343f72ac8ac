import { computed, signal } from '@preact/signals'
import { theme } from './theme.ts'

const preference = matchMedia('(prefers-color-scheme: dark)')
const isPreferred = signal(preference.matches)
preference.addEventListener('change', () => {
  isPreferred.value = preference.matches
})

/** Whether the page is dark now, be it by choice or as the system is; for what the stylesheets cannot tell. */
export const isDark = computed(() => theme.value === 'dark' || (theme.value === 'auto' && isPreferred.value))
