import { backupsPage, createUser, importEgg, Refused } from './panel.ts'

const one = <E extends Element>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

/** Says what came of something, in the place that belongs to it. */
async function say(output: HTMLOutputElement, work: () => Promise<string>): Promise<void> {
  output.className = ''
  output.textContent = '...'
  try {
    output.textContent = await work()
  } catch (error) {
    output.className = 'error'
    output.textContent = error instanceof Refused ? error.message : 'The panel cannot be reached.'
  }
}

let page = 0

const nextBackups = () =>
  say(one('output[name=backups]'), async () => {
    const { data, meta } = await backupsPage(page + 1)
    page = meta.pagination.current_page
    const rows = data.map(({ attributes: { name, bytes, is_successful } }) => {
      const row = document.createElement('tr')
      for (const text of [name, `${Math.round(bytes / 1e6)} MB`, is_successful ? 'yes' : 'no']) {
        row.insertCell().textContent = text
      }
      return row
    })
    one('tbody').append(...rows)
    one<HTMLButtonElement>('button[name=more]').disabled = page >= meta.pagination.total_pages
    return `Page ${page} of ${meta.pagination.total_pages}`
  })

one('button[name=more]').addEventListener('click', nextBackups)

one<HTMLFormElement>('form[name=user]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  say(one('output', form), async () => {
    const { attributes } = await createUser(Object.fromEntries(new FormData(form)))
    return `Created ${attributes.username}`
  })
})

one<HTMLFormElement>('form[name=egg]').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  say(one('output', form), async () => {
    const { attributes } = await importEgg(1, new FormData(form))
    return `Updated ${attributes.name}`
  })
})

nextBackups()
