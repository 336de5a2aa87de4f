/** Whether a text is words for people, as codes and names of fields are not. @param {any} node */
const isWords = (node) =>
  node.type === 'StringLiteral'
    ? / /.test(node.value)
    : node.quasis.some((/** @type {{ value: { raw: string } }} */ { value }) => / /.test(value.raw))

/** Whether it is a part of an error that is made, or of what a statement throws. @param {any} path */
const isOfError = (path) =>
  path.findParent(
    (/** @type {any} */ parent) =>
      parent.isThrowStatement() || (parent.isNewExpression() && /(Error|Problem)$/.test(parent.node.callee.name)),
  ) !== null

/** The words of error messages: tests name the code of an error and not its words. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'words-of-errors',
    value: {
      /** @param {any} path @returns {string | undefined} */
      shouldIgnore: (path) => {
        const isText = path.isStringLiteral() || path.isTemplateLiteral()
        return isText && isWords(path.node) && isOfError(path) ? 'the words of an error message' : undefined
      },
    },
  },
]
