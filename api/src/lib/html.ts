/** Text for HTML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)!};`)

const INK = '#1a1a1a'

/** The HTML of a mail around its paragraphs. Mail programs show no style sheets, so that all styles stand inline. `edge`: a CSS colour. */
export const mailPage = (paragraphs: readonly string[], { edge }: { edge?: string | null } = {}): string => {
  const style = `font-family:system-ui,sans-serif;color:${INK};max-width:30rem;margin:2rem auto;padding:1rem`
  const top = edge === undefined ? '' : `;border-top:4px solid ${escapeHtml(edge ?? INK)}`
  return `<!doctype html><html lang="en"><body style="${style}${top}">
${paragraphs.join('\n')}
</body></html>
`
}

/** What a mail says beside its point. */
export const softParagraph = (text: string): string => `<p style="color:#555">${escapeHtml(text)}</p>`
