/** The functions of the package `mime-types` that Koa uses; the first call loads its table of media types. */
exports.contentType = (type) => require('../node_modules/mime-types/index.js').contentType(type)
exports.lookup = (type) => require('../node_modules/mime-types/index.js').lookup(type)
