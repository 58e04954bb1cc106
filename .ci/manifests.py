#!/usr/bin/env python3
"""Checks rendered manifests: against the schemas of Kubernetes, strictly, and against what Tilewright is.

manifests.py FILE...

Kubernetes' own kinds are held to the schemas of the oldest and the newest version that is supported; custom resources, whose
schemas nobody packages, to those below, which know just the fields in use: another one is an error until it is added here.
"""

import pathlib
import re
import sys

import jsonschema
import kubernetes_validate
import yaml

VERSIONS = ["1.30", "1.37"]
REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
# What a replica holds beside its caches, for each open game, of answers that nobody reads, and of messages half here or kept for streams:
# docs/operations.md, "Sizes".
BASE_MIB, GAME_KIB, UNREAD_MIB, UNFINISHED_MIB = 160, 33, 64, 64

TEXT = {"type": "string", "minLength": 1}
NAME = {"type": "string", "pattern": "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"}
PORT = {"type": "integer", "minimum": 1, "maximum": 65535}
LABELS = {"type": "object", "additionalProperties": TEXT}
DURATION = {"type": "string", "pattern": "^[0-9]+(ms|s|m|h)$"}


def record(required, optional=None):
    """An object of these fields and no others."""
    optional = optional or {}
    return {
        "type": "object",
        "properties": required | optional,
        "required": list(required),
        "additionalProperties": False,
    }


def some(items):
    return {"type": "array", "items": items, "minItems": 1}


ALERT = record(
    {"alert": {"type": "string", "pattern": "^[A-Z][A-Za-z]+$"}, "expr": TEXT, "labels": LABELS, "annotations": LABELS},
    {"for": DURATION},
)
# By apiVersion and kind: the spec.
CUSTOM = {
    "monitoring.coreos.com/v1 ServiceMonitor": record(
        {
            "selector": record({"matchLabels": LABELS}),
            "endpoints": some(record({"port": NAME, "path": TEXT, "interval": DURATION, "scrapeTimeout": DURATION})),
        },
        {"jobLabel": TEXT},
    ),
    "monitoring.coreos.com/v1 PrometheusRule": record({"groups": some(record({"name": TEXT, "rules": some(ALERT)}))}),
    "gateway.networking.k8s.io/v1 GRPCRoute": record(
        {
            "parentRefs": some(record({"name": NAME}, {"namespace": NAME})),
            "hostnames": some(NAME),
            "rules": some(
                record(
                    {
                        "matches": some(record({"method": record({"service": TEXT}, {"method": TEXT})})),
                        "backendRefs": some(record({"name": NAME, "port": PORT})),
                    }
                )
            ),
        }
    ),
    "gateway.networking.k8s.io/v1 BackendTLSPolicy": record(
        {
            "targetRefs": some(record({"group": {"const": ""}, "kind": {"const": "Service"}, "name": NAME})),
            "validation": record(
                {
                    "hostname": NAME,
                    "caCertificateRefs": some(
                        record({"group": {"const": ""}, "kind": {"const": "ConfigMap"}, "name": NAME})
                    ),
                }
            ),
        }
    ),
}


def validate(resource):
    kind = f"{resource['apiVersion']} {resource['kind']}"
    if kind in CUSTOM:
        metadata = record({"name": NAME, "namespace": NAME}, {"labels": LABELS})
        head = {"apiVersion": TEXT, "kind": TEXT, "metadata": metadata}
        jsonschema.validate(resource, record(head | {"spec": CUSTOM[kind]}))
        return
    for version in VERSIONS:
        kubernetes_validate.validate(resource, version, strict=True)


def mebibytes(size):
    number, unit = re.fullmatch(r"(\d+)(Mi|Gi|MiB|GiB)", size).groups()
    return int(number) * (1024 if unit.startswith("G") else 1)


def known_settings():
    """Each setting's default, from README's table."""
    rows = re.findall(r"^\| `--([a-z-]+)` \| (?:`([^`]*)`)? *\|", (REPOSITORY / "README.md").read_text(), re.MULTILINE)
    return {"TILEWRIGHT_" + name.upper().replace("-", "_"): default for name, default in rows}


def check_deployment(deployment, known):
    spec = deployment["spec"]["template"]["spec"]
    (container,) = spec["containers"]
    settings = {variable["name"]: variable["value"] for variable in container["env"]}
    unknown = settings.keys() - known.keys()
    assert not unknown, f"README.md names no settings for {sorted(unknown)}"
    settings = known | settings

    # Whatever is a file is mounted.
    mounts = {mount["mountPath"]: mount for mount in container["volumeMounts"]}
    for name, value in settings.items():
        if value.startswith("/"):
            mount = mounts[str(pathlib.PurePosixPath(value).parent)]
            assert mount["readOnly"] and "subPath" not in mount, name
    assert {volume["name"] for volume in spec["volumes"]} == {mount["name"] for mount in mounts.values()}

    # The longest end fits.
    waits = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    drains = int(settings["TILEWRIGHT_DRAIN"].removesuffix("s"))
    grace = spec["terminationGracePeriodSeconds"]
    assert grace >= waits + drains + 5, f"{grace} s are too few for {waits} s and {drains} s and a margin"

    # All caches may be full, while as many strategies are planned as there are threads for, and as many guesses.
    limits = container["resources"]["limits"]
    plans = max(int(limits["cpu"]) - 1, 1)
    games = int(settings["TILEWRIGHT_MAX_GAMES"]) * GAME_KIB // 1024
    most = BASE_MIB + UNREAD_MIB + UNFINISHED_MIB + games + 2 * plans * mebibytes(settings["TILEWRIGHT_PLAN_BYTES"])
    caches = ("TILEWRIGHT_WORLDS_BYTES", "TILEWRIGHT_FILLINGS_BYTES", "TILEWRIGHT_CACHE_BYTES")
    most += sum(mebibytes(settings[name]) for name in caches)
    # Beyond that share TilewrightMemoryHigh tells somebody.
    assert 0.9 * mebibytes(limits["memory"]) >= most, f"a replica may take {most} MiB, and its limit is {limits['memory']}"
    ports = {port["name"] for port in container["ports"]}
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["port"] in ports, probe
    return ports


def check(file, known):
    resources = list(yaml.safe_load_all(pathlib.Path(file).read_text()))
    for resource in resources:
        try:
            validate(resource)
        except (jsonschema.ValidationError, kubernetes_validate.ValidationError) as error:
            sys.exit(f"{file}: {resource['kind']} {resource['metadata']['name']}: {error}")
        assert resource["metadata"]["namespace"] == "tilewright", resource
    by_kind = {}
    for resource in resources:
        by_kind.setdefault(resource["kind"], {})[resource["metadata"]["name"]] = resource

    (deployment,) = by_kind["Deployment"].values()
    ports = check_deployment(deployment, known)
    pods = deployment["spec"]["template"]["metadata"]["labels"].items()
    services = by_kind["Service"]
    for service in services.values():
        assert service["spec"]["selector"].items() <= pods
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    for selected in ("PodDisruptionBudget", "NetworkPolicy"):
        for resource in by_kind[selected].values():
            selector = resource["spec"].get("selector") or resource["spec"]["podSelector"]
            assert selector["matchLabels"].items() <= pods, selected
    for policy in by_kind["NetworkPolicy"].values():
        assert {port["port"] for way in policy["spec"]["ingress"] for port in way["ports"]} <= ports
    # Whoever owns the number of replicas, it is one of the two.
    assert ("replicas" in deployment["spec"]) != ("HorizontalPodAutoscaler" in by_kind), (
        "two own the number of replicas"
    )

    # What they point at is there.
    for monitor in by_kind.get("ServiceMonitor", {}).values():
        labels = monitor["spec"]["selector"]["matchLabels"].items()
        (service,) = (one for one in services.values() if labels <= one["metadata"].get("labels", {}).items())
        (endpoint,) = monitor["spec"]["endpoints"]
        assert endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}
        assert service["metadata"]["labels"][monitor["spec"]["jobLabel"]] == "tilewright"
    protos = "\n".join(path.read_text() for path in (REPOSITORY / "proto").rglob("*.proto"))
    ours = {f"tilewright.v1.{name}" for name in re.findall(r"^service (\w+)", protos, re.MULTILINE)}
    for route in by_kind.get("GRPCRoute", {}).values():
        (rule,) = route["spec"]["rules"]
        assert {match["method"]["service"] for match in rule["matches"]} == ours | {"grpc.health.v1.Health"}
        for backend in rule["backendRefs"]:
            assert backend["port"] in {port["port"] for port in services[backend["name"]]["spec"]["ports"]}
    print(f"{file}: {len(resources)} resources")


def main():
    known = known_settings()
    for file in sys.argv[1:]:
        check(file, known)


if __name__ == "__main__":
    main()
