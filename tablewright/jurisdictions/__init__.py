"""Jurisdictions as dated, cited data; `rules.jurisdictions` reads them."""
