/** Makes a list element, loads the servers of the token's user, and shows them in the list. */
export function serverList({ url, token }) {
  const list = document.createElement('ul')
  const show = (lines) => {
    list.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    )
  }
  load(url, token).then(show, (error) => show([`The servers cannot be loaded: ${error.message}.`]))
  return list
}

async function load(url, token) {
  const response = await fetch(`${url}/api/client`, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const { data } = await response.json()
  const lines = data.map(({ attributes: { name, status } }) => `${name}: ${status}`)
  return lines.length > 0 ? lines : ['No servers yet.']
}
