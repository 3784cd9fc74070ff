# The house in a container. The first stage installs the package and builds the page, with Node from a
# wheel; the second has what runs and nothing else. Keys, secret and passwords come at run time.

FROM python:3.11-slim-bookworm AS build
WORKDIR /source
COPY constraints.txt hatch_build.py pyproject.toml LICENSE README.md ./
COPY web web
COPY tablewright tablewright
RUN python -m venv /opt/tablewright \
    && PIP_CONSTRAINT=/source/constraints.txt /opt/tablewright/bin/pip install --no-cache-dir '.[traces]' \
    && /opt/tablewright/bin/pip uninstall --yes pip setuptools

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/tablewright tablewright \
    && install --directory --mode 0700 --owner tablewright --group tablewright \
        /var/lib/tablewright /var/lib/tablewright/keys /var/lib/tablewright/archive \
        /var/cache/tablewright
COPY --from=build /opt/tablewright /opt/tablewright
ENV PATH=/opt/tablewright/bin:$PATH \
    HOME=/var/lib/tablewright \
    MPLCONFIGDIR=/var/cache/tablewright \
    PYTHONUNBUFFERED=1 \
    TABLEWRIGHT_CACHE=/var/cache/tablewright
USER tablewright
WORKDIR /var/lib/tablewright
VOLUME ["/var/lib/tablewright", "/var/cache/tablewright"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["tablewright"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/var/lib/tablewright/house", "--keys", "/var/lib/tablewright/keys", "--archive", "/var/lib/tablewright/archive"]
