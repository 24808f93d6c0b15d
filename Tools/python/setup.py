"""The wheel has a library of one kind of processor, for every version of Python: Tools/build-wheel builds it."""
from setuptools import setup
from setuptools.dist import Distribution

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel


class LibraryDistribution(Distribution):
    def has_ext_modules(self):
        return True


class LibraryWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=LibraryDistribution, cmdclass={"bdist_wheel": LibraryWheel})
