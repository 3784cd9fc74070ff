/** Asking the house about certificates and conversions. */
import { ask } from "../../lib/api";
import type { CertificateShown, CertifyOffer, ConversionAnswer, ConversionNow, OwnCertificates } from "../../lib/types";

const at = (id: string) => `/school/certificates/${encodeURIComponent(id)}`;
const signing = (audition: string) => `/school/auditions/${encodeURIComponent(audition)}/certificate`;
const conversion = (id: string) => `/school/conversions/${encodeURIComponent(id)}`;

export const certificates = {
  own: () => ask<OwnCertificates>("GET", "/school/certificates"),
  one: (id: string) => ask<CertificateShown>("GET", at(id)),
  withdraw: (id: string, reason: string) => ask<CertificateShown>("POST", `${at(id)}/withdraw`, { reason }),
  offer: (audition: string) => ask<CertifyOffer>("GET", signing(audition)),
  sign: (audition: string) => ask<CertificateShown>("POST", signing(audition), {}),
  convert: (id: string, ruleset: string, device: string) =>
    ask<ConversionNow>("POST", `${at(id)}/conversions`, { ruleset, device }),
};

export const conversions = {
  see: (id: string) => ask<ConversionNow>("GET", conversion(id)),
  answer: (id: string, given: ConversionAnswer) => ask<ConversionNow>("POST", `${conversion(id)}/answer`, given),
  sign: (id: string) => ask<ConversionNow>("POST", `${conversion(id)}/sign`, {}),
};
