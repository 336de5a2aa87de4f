import type { PlayerBrand } from '@openauth/client'
import { escapeHtml } from '../../lib/html.ts'
import type { Mail } from '../../lib/mail.ts'

const heading = ({ name, logoUrl }: Pick<PlayerBrand, 'logoUrl'> & { name: string }): string =>
  logoUrl
    ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="40" style="height:40px">`
    : `<strong style="font-size:1.25rem">${escapeHtml(name)}</strong>`

/** The test mail, with the app's name, logo and colour. An app without a brand has its own name. */
export const testMail = ({
  to,
  app,
  brand,
}: {
  to: string
  app: { name: string; brand: unknown }
  brand: PlayerBrand
}): Mail => {
  const name = (app.brand as { name?: string } | null)?.name ?? app.name
  const text = `This is a test mail of ${name}. Mails with login codes come from the same address.`
  return {
    to,
    subject: `Test mail of ${name}`,
    text: `${text}\n\nAn operator of ${name} asked for it. Nothing is to be done.\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;color:#1a1a1a;max-width:30rem;margin:2rem auto;padding:1rem;border-top:4px solid ${escapeHtml(brand.color ?? '#1a1a1a')}">
<p>${heading({ name, logoUrl: brand.logoUrl })}</p>
<p>${escapeHtml(text)}</p>
<p style="color:#555">An operator of ${escapeHtml(name)} asked for it. Nothing is to be done.</p>
</body></html>`,
  }
}
