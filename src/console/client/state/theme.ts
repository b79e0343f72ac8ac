import { computed, effect, signal } from '@preact/signals'
import { stored } from './stored.ts'

const themes = ['auto', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const choice = stored('localStorage', 'nestbox-theme')

export const theme = computed((): Theme => themes.find((each) => each === choice.value) ?? 'auto')

export const nextTheme = (): void => {
  choice.value = themes[themes.indexOf(theme.value) + 1] ?? 'auto'
}

export function keepTheme(): void {
  effect(() => {
    document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value
  })
}

const preference = matchMedia('(prefers-color-scheme: dark)')
const isPreferred = signal(preference.matches)
preference.addEventListener('change', () => {
  isPreferred.value = preference.matches
})

/** Whether the page is dark, by choice or by the system; for scripts, which cannot use `light-dark()`. */
export const isDark = computed(() => theme.value === 'dark' || (theme.value === 'auto' && isPreferred.value))
