"""Checks the Python of documentation pages: that it is Python, and that what it imports from thetarank's files is there."""

import ast
import importlib
import json
import re
import sys

wrong = []
count = 0
for page in sys.argv[1:]:
    for snippet in re.findall(r"```python\n(.*?)```", open(page, encoding="utf-8").read(), re.S):
        count += 1
        try:
            tree = ast.parse(snippet)
        except SyntaxError as error:
            wrong.append([page, str(error)])
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("thetarank_"):
                module = importlib.import_module(node.module)
                wrong += [[page, name.name] for name in node.names if not hasattr(module, name.name)]
print(json.dumps({"count": count, "wrong": wrong}))
