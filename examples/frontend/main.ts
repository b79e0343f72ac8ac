import { backupsPage, createUser, importEgg, PanelError } from './panel.ts'

/** The first element for a selector, which the page must have. */
const element = <E extends Element>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

/** Runs an action, and shows its text or the message of its error in the output element. */
async function showOutcome(output: HTMLOutputElement, action: () => Promise<string>): Promise<void> {
  output.className = ''
  output.textContent = '...'
  try {
    output.textContent = await action()
  } catch (error) {
    output.className = 'error'
    output.textContent = error instanceof PanelError ? error.message : 'The panel cannot be reached.'
  }
}

let page = 0

const nextBackups = () =>
  showOutcome(element('output[name=backups]'), async () => {
    const { data, meta } = await backupsPage(page + 1)
    page = meta.pagination.current_page
    const rows = data.map(({ attributes: { name, bytes, is_successful } }) => {
      const row = document.createElement('tr')
      for (const text of [name, `${Math.round(bytes / 1e6)} MB`, is_successful ? 'yes' : 'no']) {
        row.insertCell().textContent = text
      }
      return row
    })
    element('tbody').append(...rows)
    element<HTMLButtonElement>('button[name=more]').disabled = page >= meta.pagination.total_pages
    return `Page ${page} of ${meta.pagination.total_pages}`
  })

element('button[name=more]').addEventListener('click', nextBackups)

element<HTMLFormElement>('form[name=user]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  showOutcome(element('output', form), async () => {
    const { attributes } = await createUser(Object.fromEntries(new FormData(form)))
    return `Created ${attributes.username}`
  })
})

element<HTMLFormElement>('form[name=egg]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  showOutcome(element('output', form), async () => {
    const { attributes } = await importEgg(1, new FormData(form))
    return `Updated ${attributes.name}`
  })
})

nextBackups()
