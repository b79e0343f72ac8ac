export default () => globalThis.nestbox.close()
